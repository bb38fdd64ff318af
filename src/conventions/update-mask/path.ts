/** One step of a mask path: the JSON name of a field, or the key of a map. */
export type MaskSegment = { readonly field: string } | { readonly key: string };

const quoted = (key: string) => `["${key.replace(/["\\]/g, '\\$&')}"]`;

/** `mediationGroupLines["-1"].cpmMicros`: the one spelling that all others come down to. */
export function printMaskPath(segments: readonly MaskSegment[]): string {
  const steps = segments.map((segment) => ('key' in segment ? quoted(segment.key) : `.${segment.field}`));
  return steps.join('').replace(/^\./, '');
}
