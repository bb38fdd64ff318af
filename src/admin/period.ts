/** Times as they stand in requests, as bounds of a filter in milliseconds. */
export function period(
  startTime: string | undefined,
  endTime: string | undefined,
): { readonly from?: number; readonly before?: number } {
  return {
    ...(startTime !== undefined && { from: Date.parse(startTime) }),
    ...(endTime !== undefined && { before: Date.parse(endTime) }),
  };
}
