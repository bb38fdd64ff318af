/** Why an address has no snapshot, from the answer of the server. */
export function noSnapshot(status: number, body: string): string {
  if (status === 404) return 'the key is unknown, or belongs to another app';
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly message?: unknown } };
    if (typeof error?.message === 'string') return error.message;
  } catch {
    // Something else than the server answered.
  }
  return `the answer has status ${status}`;
}
