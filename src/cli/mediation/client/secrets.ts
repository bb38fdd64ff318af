/** Replaces the token in the texts of an error: a server or a proxy may have put it into its answer. */
export function hideToken(error: unknown, token: string): unknown {
  if (token === '' || !(error instanceof Error)) return error;
  const hidden = (text: string) => text.replaceAll(token, '***');
  error.message = hidden(error.message);
  if (error.stack !== undefined) error.stack = hidden(error.stack);
  const holder = error as { body?: unknown };
  if (holder.body !== undefined) {
    const text = JSON.stringify(holder.body);
    if (text.includes(token)) holder.body = JSON.parse(hidden(text));
  }
  return error;
}
