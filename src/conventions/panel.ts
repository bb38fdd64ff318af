/** The two interfaces of a server. Each can run alone. */
export const PANELS = ['issuer', 'mediation'] as const;
export type Panel = (typeof PANELS)[number];
