import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeIssuerSigned, verifyIssuerSigned } from '../../formats/mdoc/index.ts';
import {
  type Certificate,
  CertificateError,
  certificatesFromPem,
  parseCertificate,
} from '../../formats/x509/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { readText } from '../bounded-file.ts';
import { UsageError } from '../cli-errors.ts';
import { fingerprintOf, type Root } from './root-text.ts';

/** The first certificate of a PEM file. */
export function certificateIn(path: string): Certificate {
  try {
    return parseCertificate(certificatesFromPem(readText(path))[0] as Uint8Array);
  } catch (error) {
    if (error instanceof CertificateError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

interface Bundle {
  /** Names of the files that were written. */
  readonly files: readonly string[];
  /** Problems that a reader finds in the specimen if it trusts these roots. */
  readonly problems: readonly string[];
}

function readerProblems(issuerSigned: Uint8Array, docType: string, roots: readonly Root[]) {
  const trustedRoots = roots.flatMap(({ certificate }) => certificatesFromPem(certificate));
  const options = { now: Date.now(), docType, trustedRoots };
  const { checks } = verifyIssuerSigned(decodeIssuerSigned(issuerSigned), options);
  return checks.flatMap((check) => (check.status === 'failed' ? [`${check.name}: ${check.reason}`] : []));
}

/** The files that a trust list requires of an issuer: roots, their fingerprints, and a signed specimen. */
export async function writeBundle(
  folder: string,
  docType: string,
  roots: readonly Root[],
  connection: Connection,
): Promise<Bundle> {
  const { issuerSigned } = await callAdmin(connection, 'signSpecimen', { documentType: docType });
  const specimen = new Uint8Array(Buffer.from(issuerSigned, 'base64'));
  const lines = roots.map((root) => `${fingerprintOf(root)}  ${root.id}  valid until ${root.notAfterTime}`);
  const contents: Readonly<Record<string, string | Uint8Array>> = {
    'iaca.pem': roots.map(({ certificate }) => certificate).join(''),
    'fingerprints.txt': `SHA-256 of the certificates in iaca.pem, in their order\n${lines.join('\n')}\n`,
    [`${docType}.specimen.cbor`]: specimen,
  };
  mkdirSync(folder, { recursive: true });
  const files = Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
  return { files, problems: readerProblems(specimen, docType, roots) };
}
