import { type Certificate, certificatesFromPem, parseCertificate } from '../../formats/x509/index.ts';

/** PEM, by key id. */
export type Roots = ReadonlyMap<string, string>;

/** DER: the certificates with the name and key of a root, of which it has several if it was renewed. */
export function certificatesOf(rootId: string, roots: Roots): readonly Uint8Array[] {
  const known = new Map([...roots].map(([id, pem]) => [id, certificatesFromPem(pem).map(parseCertificate)]));
  const [own] = known.get(rootId) ?? [];
  if (own === undefined) return [];
  const isSame = ({ subject, spki }: Certificate) =>
    Buffer.compare(subject, own.subject) === 0 && Buffer.compare(spki, own.spki) === 0;
  return [...known.values()].flat().flatMap((one) => (isSame(one) ? [one.der] : []));
}
