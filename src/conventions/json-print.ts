/** Two spaces and a final newline, or no white space at all; non-ASCII characters stay as they are. */
export function printJson(value: unknown, pretty: boolean): string {
  return pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value);
}
