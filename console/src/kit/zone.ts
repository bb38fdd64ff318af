let preferred: string | undefined;

export const preferZone = (zone: string | undefined): void => {
  preferred = zone;
};

/** The zone that the reader prefers; undefined for that of the browser. */
export const preferredZone = (): string | undefined => preferred;

/** The name of the zone in which times are shown. */
export const shownZone = (): string => preferred ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
