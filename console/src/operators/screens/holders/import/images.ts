/** A file name has a dot, base64 has none. */
const FILE_NAME = /^[^\n]{1,400}\.(jpe?g|jp2|j2k)$/i;

export const isImageName = (name: string): boolean => FILE_NAME.test(name);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without folders, in composed letters: Macs write names of files decomposed. */
export const plainName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).normalize('NFC');

/** An image that a record names but that was not chosen. */
interface MissingImage {
  readonly kind: 'image';
  readonly column: string;
  readonly text: string;
}

/** Replaces the names of images in a record by their base64. The images were chosen together with the file. */
export function inlineImages(
  record: unknown,
  images: ReadonlyMap<string, string>,
): { readonly record: unknown; readonly problem?: MissingImage } {
  if (!isObject(record) || !isObject(record.elements)) return { record };
  let problem: MissingImage | undefined;
  const inlined = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !isImageName(value)) return value;
    const found = images.get(plainName(value));
    if (found === undefined) problem ??= { kind: 'image', column: name, text: value };
    return found ?? value;
  };
  const elements = Object.entries(record.elements).map(([namespace, members]) => [
    namespace,
    isObject(members)
      ? Object.fromEntries(Object.entries(members).map(([name, value]) => [name, inlined(name, value)]))
      : members,
  ]);
  return {
    record: { ...record, elements: Object.fromEntries(elements) },
    ...(problem && { problem }),
  };
}

/** Base64 of an image file. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
