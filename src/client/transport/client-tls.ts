/** PEM texts of a TLS client. */
export interface ClientTls {
  /** Its certificate, with those that lead to its root. */
  readonly cert?: string;
  readonly key?: string;
  /** Roots of servers that it trusts. */
  readonly ca?: readonly string[];
}

/** As `https.request` takes them. */
export const tlsOptions = ({ ca, ...own }: ClientTls = {}) => ({ ...own, ...(ca && { ca: [...ca] }) });
