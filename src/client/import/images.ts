import { isObject } from '../../conventions/json.ts';

/** Distinguishes file names from base64, which has no dot. */
const FILE_NAME = /^[^\n]{1,400}\.(jpe?g|jp2|j2k)$/i;

export const isImageName = (name: string): boolean => FILE_NAME.test(name);

/** The content of an image file in base64, or why it cannot be used. */
export type Image<Problem> = { readonly content: string } | { readonly problem: Problem };

/** A value that names an image which cannot be used. */
interface ImageProblem<Problem> {
  readonly namespace: string;
  readonly name: string;
  readonly problem: Problem;
}

/** Replaces names of image files in a record by the content of the files. A value with a problem is left out. */
export function inlineImages<Problem>(record: unknown, read: (name: string) => Image<Problem>) {
  const problems: ImageProblem<Problem>[] = [];
  if (!isObject(record) || !isObject(record.elements)) return { record, problems };
  const namespaces = Object.entries(record.elements).map(([namespace, elements]) => {
    if (!isObject(elements)) return [namespace, elements];
    const members = Object.entries(elements).flatMap(([name, value]) => {
      if (typeof value !== 'string' || !isImageName(value)) return [[name, value]];
      const image = read(value);
      if ('content' in image) return [[name, image.content]];
      problems.push({ namespace, name, problem: image.problem });
      return [];
    });
    return [namespace, Object.fromEntries(members)];
  });
  return { record: { ...record, elements: Object.fromEntries(namespaces) as object }, problems };
}
