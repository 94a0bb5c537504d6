// The file that is looked at: its bytes, as they came, and what it is called.

/** A card file, or a text that was pasted. Its bytes are never changed. */
export class CardDocument {
  #base64;

  constructor(bytes, name = "", title = "") {
    this.bytes = bytes;
    this.name = name;
    this.title = title;
  }

  static ofText(text, title = "") {
    return new CardDocument(new TextEncoder().encode(text), "", title);
  }

  get isPasted() {
    return this.name === "";
  }

  get text() {
    return new TextDecoder().decode(this.bytes);
  }

  /** As a question has it. */
  get asked() {
    this.#base64 ??= base64(this.bytes);
    return { data: this.#base64, name: this.name, card: this.title };
  }

  /** The same file with other bytes. */
  with(bytes) {
    return new CardDocument(bytes, this.name, this.title);
  }

  download(name = this.name || "cards.txt") {
    const address = URL.createObjectURL(new Blob([this.bytes]));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

const PIECE = 0x8000;

function base64(bytes) {
  let binary = "";
  for (let start = 0; start < bytes.length; start += PIECE)
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  return btoa(binary);
}

export function bytesOf(encoded) {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

/** Return a text as an address can hold it: packed, in URL-safe Base64. */
export async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The most characters of a text that an address may hold: a hostile one could unpack to any size. */
const MOST_UNPACKED = 1 << 18;

/** Return the text that an address holds; nothing if it holds none. */
export async function unpacked(address) {
  try {
    const bytes = bytesOf(address.replaceAll("-", "+").replaceAll("_", "/"));
    const unpacking = new DecompressionStream("deflate-raw");
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(unpacking, bytes, MOST_UNPACKED));
  } catch {
    return undefined;
  }
}

async function through(stream, bytes, most = Infinity) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const blocks = [];
  let length = 0;
  for (const reader = stream.readable.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    blocks.push(value);
  }
  return new Uint8Array(await new Blob(blocks).arrayBuffer());
}
