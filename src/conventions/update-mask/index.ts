export { applyUpdateMask, type MaskedUpdate } from './apply.ts';
export { type MaskSegment, printMaskPath } from './parse.ts';
export { type MaskEntry, resolveUpdateMask } from './resolve.ts';
export { type MaskRule, type MaskTable, maskTable } from './table.ts';
