/** Tells something on the error stream that does not stop the command; as JSON where the answer is. */
export function notice(text: string, { json = false }: { readonly json?: boolean | undefined } = {}): void {
  process.stderr.write(json ? `${JSON.stringify({ notice: { message: text } })}\n` : `diptych: ${text}\n`);
}
