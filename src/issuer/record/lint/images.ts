import { type Image, type ImageRemark, readImage } from '../../../formats/image/index.ts';
import { BYTES_FORMATS } from '../../document-types/formats.ts';
import { leaves } from './leaves.ts';
import { inRole, type LintedRecord, type Rule, unless } from './rule.ts';

/** About 90 pixels between the eyes in a full frontal image. */
const SMALLEST_PORTRAIT = { width: 240, height: 320 };

const imagesOf = new WeakMap<LintedRecord, ReadonlyMap<string, Image>>();

/** The images of a record by their paths. Several rules need them. */
function images(record: LintedRecord): ReadonlyMap<string, Image> {
  const known = imagesOf.get(record);
  if (known) return known;
  const places = leaves(record, ({ format }) => format !== undefined && BYTES_FORMATS[format] !== undefined);
  const made = new Map(
    places.flatMap(({ path, value }) =>
      value === '' ? [] : [[path, readImage(Buffer.from(value as string, 'base64'))] as const],
    ),
  );
  imagesOf.set(record, made);
  return made;
}

const without =
  (remark: ImageRemark, problem: string): Rule['check'] =>
  (record) =>
    [...images(record)].flatMap(([path, { remarks }]) => (remarks.has(remark) ? [{ path, problem }] : []));

export const IMAGE_RULES: readonly Rule[] = [
  {
    id: 'smallPortrait',
    summary: 'A portrait has at least 240 by 320 pixels.',
    rule: 'ISO/IEC 19794-5 8.4',
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        (image) => {
          const { width, height } = image as Image;
          return width >= SMALLEST_PORTRAIT.width && height >= SMALLEST_PORTRAIT.height;
        },
        `is smaller than ${SMALLEST_PORTRAIT.width} by ${SMALLEST_PORTRAIT.height} pixels: faces are hard to compare with it`,
        inRole(record, 'portrait').flatMap(({ path }) => {
          const image = images(record).get(path);
          return image ? [{ path, value: image }] : [];
        }),
      ),
  },
  {
    id: 'placeInImage',
    summary: 'An image does not say where it was taken.',
    rule: 'ISO/IEC 18013-5 7.2.2',
    requirement: 'A2',
    severity: 'warning',
    check: without('place', 'says where it was taken (Exif or XMP), which every reader gets: remove it'),
  },
  {
    id: 'turnedImage',
    summary: 'An image is upright without being turned.',
    rule: 'ISO/IEC 18013-5 7.2.2',
    requirement: 'A2',
    severity: 'warning',
    check: without(
      'turned',
      'must be turned (Exif orientation), which some readers do not do: save it upright',
    ),
  },
  {
    id: 'imageColours',
    summary: 'An image is in RGB, YUV or grey.',
    rule: 'ISO/IEC 19794-5',
    requirement: 'A2',
    severity: 'warning',
    check: without('colours', 'has colours for printing, such as CMYK: save it in RGB or grey'),
  },
  {
    id: 'bytesAfterImage',
    summary: 'An image ends where its file ends.',
    rule: 'ISO/IEC 18013-5 7.2.2',
    requirement: 'A2',
    severity: 'warning',
    check: without('trailer', 'has bytes after its end, which every reader gets: save it anew'),
  },
];
