/** The part of a name, an ad unit's id or a JSON reference after its last slash; the whole text if it has none. */
export const lastSegment = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
