/** The bytes of an answer; undefined if it has more than `most`, also after it was decompressed. */
export async function boundedBytes(answer: Response, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    // Leaving the loop closes the connection.
    if (size > most) return undefined;
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The text of an answer; undefined if it has more than `most` bytes. */
export async function boundedText(answer: Response, most: number): Promise<string | undefined> {
  const bytes = await boundedBytes(answer, most);
  return bytes && new TextDecoder().decode(bytes);
}
