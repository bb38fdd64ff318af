import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A test root for attestations, as docs/operate/staging.md makes it: for settings, and for `--root`. */
export function newTestRoot(name: string): { readonly certificate: string; readonly both: string } {
  const folder = temporaryFolder('root');
  const [key, certificate, both] = ['key', 'crt', 'pem'].map((kind) => join(folder, `${name}.${kind}`)) as [
    string,
    string,
    string,
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'keyUsage=critical,keyCertSign'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'pipe' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { certificate, both };
}
