/** The first that matches counts: each names the ones below it too. */
const BROWSERS = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* .*Safari\//],
] as const;

const SYSTEMS = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** `Firefox 145, Linux`: a browser by what it says about itself; all of that where it is not known. */
export function browserName(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, systemPattern]) => systemPattern.test(userAgent))?.[0];
    return [`${name} ${version}`, system].filter(Boolean).join(', ');
  }
  return userAgent;
}
