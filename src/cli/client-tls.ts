import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { ClientTls } from '../client/transport/client-tls.ts';
import { UsageError } from './cli-errors.ts';
import { readOptionFile } from './options.ts';
import type { TlsFiles } from './sign-in/contexts.ts';

function certificateOf(option: string, path: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new UsageError(`${option}: ${path} has no certificate in PEM`);
  }
}

function keyOf(path: string, pem: string): KeyObject {
  if (pem.includes('ENCRYPTED'))
    throw new UsageError(
      `--client-key: the key in ${path} is encrypted; decrypt it: openssl pkey -in ${path}`,
    );
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UsageError(`--client-key: ${path} has no private key in PEM`);
  }
}

function ownOf({ clientCert, clientKey }: TlsFiles): Pick<ClientTls, 'cert' | 'key'> {
  if (clientCert === undefined && clientKey === undefined) return {};
  if (clientCert === undefined || clientKey === undefined)
    throw new UsageError('--client-cert and --client-key belong together; name both');
  const [cert, key] = [
    readOptionFile('--client-cert', clientCert),
    readOptionFile('--client-key', clientKey),
  ];
  if (!certificateOf('--client-cert', clientCert, cert).checkPrivateKey(keyOf(clientKey, key)))
    throw new UsageError(`--client-key: ${clientKey} is not the key of the certificate in ${clientCert}`);
  return { cert, key };
}

function rootsOf(path: string): readonly string[] {
  const pem = readOptionFile('--ca', path);
  certificateOf('--ca', path, pem);
  return [...rootCertificates, pem];
}

/** The files that the options name. @throws UsageError */
export const readTls = (options: TlsFiles): ClientTls => ({
  ...ownOf(options),
  ...(options.ca !== undefined && { ca: rootsOf(options.ca) }),
});
