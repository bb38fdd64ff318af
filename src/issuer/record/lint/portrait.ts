import { type ImageSize, imageSize } from '../../document-types/index.ts';
import { inRole, type Rule, unless } from './rule.ts';

/** About 90 pixels between the eyes in a full frontal image. */
const LEAST: ImageSize = { width: 240, height: 320 };

function isLargeEnough(value: unknown): boolean {
  const size = value === '' ? undefined : imageSize(Buffer.from(value as string, 'base64'));
  return size === undefined || (size.width >= LEAST.width && size.height >= LEAST.height);
}

export const PORTRAIT_RULES: readonly Rule[] = [
  {
    id: 'smallPortrait',
    summary: 'A portrait has at least 240 by 320 pixels.',
    rule: 'ISO/IEC 19794-5 8.4',
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        isLargeEnough,
        `is smaller than ${LEAST.width} by ${LEAST.height} pixels: faces are hard to compare with it`,
        inRole(record, 'portrait'),
      ),
  },
];
