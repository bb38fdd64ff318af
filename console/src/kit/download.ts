/** Saves a text or bytes as a file. Its object URL is revoked after the click. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type = 'text/csv'): void {
  const charset = typeof content === 'string' ? ';charset=utf-8' : '';
  const url = URL.createObjectURL(new Blob([content], { type: `${type}${charset}` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
