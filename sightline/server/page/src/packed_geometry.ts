// Unpacks what sightline/server/table_geometry.py has packed.

import { BufferAttribute, BufferGeometry } from "three";

export interface Unpacked {
  told: Record<string, unknown>;
  geometry: BufferGeometry;
}

interface Head {
  low: [number, number, number];
  span: [number, number, number];
  points: number;
  corners: number;
  at: number;
}

const LEVELS = 65_535;

export function unpacked(data: ArrayBuffer): Unpacked[] {
  const length = new DataView(data).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(data, 4, length));
  const heads = (JSON.parse(text) as { meshes: (Head & Record<string, unknown>)[] }).meshes;
  return heads.map((head) => ({ told: head, geometry: geometry(data, 4 + length + head.at, head) }));
}

function geometry(data: ArrayBuffer, at: number, head: Head): BufferGeometry {
  const packed = new Uint16Array(data, at, 3 * head.points);
  const points = new Float32Array(packed.length);
  for (let i = 0; i < packed.length; i++) {
    const axis = i % 3;
    points[i] = (head.low[axis] ?? 0) + ((packed[i] ?? 0) / LEVELS) * (head.span[axis] ?? 0);
  }
  const after = at + 4 * Math.ceil((6 * head.points) / 4);
  const corners =
    head.points <= LEVELS ? new Uint16Array(data, after, head.corners) : new Uint32Array(data, after, head.corners);
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(points, 3));
  made.setIndex(new BufferAttribute(corners, 1));
  made.computeBoundingSphere();
  return made;
}
