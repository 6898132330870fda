// The live camera as large as the screen, where a page that came encrypted may have it.

import { button, element } from "./elements";

// As large as the camera gives; the browser takes the nearest that there is.
const WANTED: MediaStreamConstraints = { video: { facingMode: "environment", width: { ideal: 8192 }, height: { ideal: 6144 } } };
const QUALITY = 0.95;
const LENS = "The phone's own camera program (Take a photo) tells more of the lens: prefer its photos where you measure.";

interface PhotoTaker {
  takePhoto(): Promise<Blob>;
}

// Shows the camera until a photo is taken: the page tells then how it is sent.
export async function openViewfinder(taken: (files: readonly File[]) => void): Promise<void> {
  const video = element("video", { autoplay: true, muted: true, playsinline: true });
  const told = element("p", { role: "status" }, "opening the camera ...");
  let stream: MediaStream | null = null;
  const close = (): void => {
    stream?.getTracks().forEach((track) => track.stop());
    finder.remove();
  };
  const shutter = button("Take it", () => {
    shutter.disabled = true;
    void photo(video, stream as MediaStream)
      .then((blob) => {
        close();
        taken([new File([blob], "viewfinder.jpg", { type: "image/jpeg" })]);
      })
      .catch(() => {
        told.textContent = "the camera gave no photo; try again, or take it with the phone's own program";
      })
      .finally(() => {
        shutter.disabled = false;
      });
  }, { class: "main", disabled: true });
  const row = element("div", { class: "row" }, shutter, button("Close", close), told);
  const finder = element("div", { class: "viewfinder", role: "dialog", "aria-label": "viewfinder" }, video, element("p", { class: "reason" }, LENS), row);
  document.body.append(finder);
  try {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
    // Whoever closed it meanwhile wants no camera that goes on.
    if (!finder.isConnected) return close();
    video.srcObject = stream;
    await video.play();
    told.textContent = "";
    shutter.disabled = false;
  } catch {
    told.textContent = "the browser gives no camera; allow it for this page, or take photos with the phone's own program";
  }
}

// A whole photo of the camera where the browser can have one, else what the viewfinder shows; always JPEG.
async function photo(video: HTMLVideoElement, stream: MediaStream): Promise<Blob> {
  const Taker = (window as unknown as { ImageCapture?: new (track: MediaStreamTrack) => PhotoTaker }).ImageCapture;
  const [track] = stream.getVideoTracks();
  const whole = Taker && track ? await new Taker(track).takePhoto().catch(() => null) : null;
  if (whole?.type === "image/jpeg") return whole;
  const canvas = element("canvas", { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/jpeg", QUALITY));
}
