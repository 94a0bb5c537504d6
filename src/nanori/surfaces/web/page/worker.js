// nanori inside the browser: Python in WebAssembly, its packages, and questions that come by message.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const PLACE = "/nanori";

async function started() {
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const packages = await fetch(new URL("packages.zip", import.meta.url));
  if (!packages.ok) throw new Error(`packages.zip: ${packages.statusText}`);
  python.unpackArchive(await packages.arrayBuffer(), "zip", { extractDir: PLACE });
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  return python.runPython(`
from nanori.surfaces.web.answers import answer
def answered(kind, question):
    return answer(kind, question.encode()).decode()
answered`);
}

const ready = started();

onmessage = async ({ data: { number, kind, question } }) => {
  try {
    const answered = await ready;
    postMessage({ number, json: answered(kind, question) });
  } catch (error) {
    postMessage({ number, failure: String(error.message ?? error).trim().split("\n").at(-1) });
  }
};
