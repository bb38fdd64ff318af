import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The extensions of ISO 18013-5 B.1.2, B.1.4 and, in the second edition, Table B.9 in the form of another issuing authority. */
const CONFIGURATION = `
[req]
distinguished_name = dn
prompt = no
[dn]
C = US
CN = Elsewhere IACA
[iaca]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
issuerAltName = URI:https://elsewhere.example
crlDistributionPoints = URI:https://elsewhere.example/iaca.crl
[signer]
authorityKeyIdentifier = keyid
subjectKeyIdentifier = hash
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,1.0.18013.5.1.2
issuerAltName = URI:https://elsewhere.example
crlDistributionPoints = URI:https://elsewhere.example/iaca.crl
[statusSigner]
authorityKeyIdentifier = keyid
subjectKeyIdentifier = hash
keyUsage = critical,digitalSignature
[wrong]
authorityKeyIdentifier = keyid
subjectKeyIdentifier = hash
keyUsage = critical,digitalSignature,keyEncipherment
extendedKeyUsage = serverAuth
`;

export interface SignerOptions {
  readonly days?: number;
  readonly extensions?: 'signer' | 'statusSigner' | 'wrong';
}

/** An issuing authority outside of the server, made with the command line of OpenSSL. */
export function authority(subject = '/C=US/CN=Elsewhere IACA', days = 3650) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-authority-'));
  const path = (name: string) => join(folder, name);
  const text = (name: string) => readFileSync(path(name), 'utf8');
  const openssl = (...args: readonly string[]) => {
    const done = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout + done.stderr;
  };
  const newKey = (name: string) =>
    openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', name);
  writeFileSync(path('ca.cnf'), CONFIGURATION);
  newKey('iaca.key');
  const root = ['req', '-x509', '-new', '-key', 'iaca.key', '-config', 'ca.cnf', '-extensions', 'iaca'];
  const certifyRoot = (valid: number) =>
    openssl(...root, '-days', String(valid), '-subj', subject, '-out', 'iaca.pem');
  certifyRoot(days);
  let serial = 0;

  const certify = (request: string, options: SignerOptions = {}): string => {
    writeFileSync(path('signer.csr'), request);
    serial += 1;
    const from = ['x509', '-req', '-in', 'signer.csr', '-CA', 'iaca.pem', '-CAkey', 'iaca.key'];
    const extensions = ['-extfile', 'ca.cnf', '-extensions', options.extensions ?? 'signer'];
    const number = `0x7A${'0'.repeat(18)}${String(serial).padStart(12, '0')}`;
    openssl(
      ...from,
      '-days',
      String(options.days ?? 400),
      ...extensions,
      '-set_serial',
      number,
      '-out',
      'signer.pem',
    );
    return text('signer.pem');
  };

  return {
    folder,
    root: () => text('iaca.pem'),
    /** Gives the root another certificate for the same name and key. */
    renew: () => certifyRoot(3650),
    certify,
    /** The content of a certificate request as OpenSSL prints it. */
    read(request: string): string {
      writeFileSync(path('read.csr'), request);
      return openssl('req', '-in', 'read.csr', '-noout', '-verify', '-text', '-nameopt', 'RFC2253');
    },
    /** A key that was made outside of the server, with its certificate. */
    signer(options: SignerOptions & { readonly name?: string } = {}) {
      newKey('signer.key');
      const name = options.name ?? '/C=US/CN=Elsewhere Signer';
      openssl('req', '-new', '-key', 'signer.key', '-config', 'ca.cnf', '-subj', name, '-out', 'own.csr');
      return { privateKey: text('signer.key'), certificate: certify(text('own.csr'), options) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
