/** Making a format takes longer than all else in a row of a list, so each is made once. */
function madeOnce<Options, Format>(make: (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options?: Options): Format => {
    const key = JSON.stringify([locale, options]);
    const known = formats.get(key);
    if (known) return known;
    const made = make(locale, options);
    formats.set(key, made);
    return made;
  };
}

export const dateFormat = madeOnce(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const numberFormat = madeOnce(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const relativeTimeFormat = madeOnce(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
