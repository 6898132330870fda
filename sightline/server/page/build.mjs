// Makes page.js of src/, with the licences of what goes into it. `npm ci && npm run build`; .ci/run compares.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const made = await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  format: "esm",
  target: ["es2022", "safari16"],
  minify: true,
  legalComments: "none",
  metafile: true,
  write: false,
  charset: "utf8",
});
const used = Object.keys(made.metafile.inputs)
  .map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
  .filter((name) => name !== undefined);
const licences = [...new Set(used)].sort().map((name) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`;
});
writeFileSync("page.js", made.outputFiles[0].contents);
writeFileSync("LICENCES.txt", `What page.js holds besides Sightline's own code:\n\n${licences.join("\n---\n\n")}`);
