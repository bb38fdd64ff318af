/** The part of a resource name or of an ad unit's id after its last slash; the whole text where there is none. */
export const lastSegment = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
