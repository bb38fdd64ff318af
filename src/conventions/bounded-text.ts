/** The text of an answer; undefined if it has more than `most` bytes, also after it was decompressed. */
export async function boundedText(answer: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.byteLength;
    // Leaving the loop closes the connection.
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
