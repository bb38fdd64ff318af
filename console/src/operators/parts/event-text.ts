/** `holder.requireAction` as `holder: require action`. */
export const eventText = ({ subject, event }: { readonly subject: string; readonly event: string }): string =>
  `${spaced(subject)}: ${spaced(event)}`;

export const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
