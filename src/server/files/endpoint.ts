import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Endpoint } from '../../connector/index.ts';
import { readSettingFile } from './setting-file.ts';

/** The settings of a system that the server calls. */
interface EndpointSettings {
  readonly tokenFile?: string | undefined;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly ca?: string | undefined;
}
type FileSetting = keyof EndpointSettings;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function requireCertificates(pem: string): void {
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error('it holds no PEM certificate');
  for (const certificate of certificates) new X509Certificate(certificate);
}

/**
 * The expected content of each file, so that a wrong file is reported at the start and not at the first call.
 */
const CHECKS: Record<FileSetting, (text: string) => unknown> = {
  tokenFile: (text) => {
    if (!/^[\x21-\x7e]+$/.test(text.trim())) throw new Error('it must hold one token, in one line');
  },
  clientCertificate: requireCertificates,
  clientKey: createPrivateKey,
  ca: requireCertificates,
};

/**
 * The endpoint of a system, with the contents of the files that the settings group `setting` names. @throws
 * SettingsError
 */
export function endpointOf(setting: string, settings: EndpointSettings, url: string): Endpoint {
  const read = (name: FileSetting): string | undefined => {
    const path = settings[name];
    if (path === undefined) return undefined;
    return readSettingFile(`${setting}.${name}`, path, (text) => {
      CHECKS[name](text);
      return text;
    });
  };
  read('tokenFile');
  const [certificate, key, ca] = [read('clientCertificate'), read('clientKey'), read('ca')];
  return {
    url,
    ...(settings.tokenFile === undefined ? {} : { tokenFile: settings.tokenFile }),
    ...(certificate === undefined || key === undefined ? {} : { client: { certificate, key } }),
    ...(ca === undefined ? {} : { ca }),
  };
}
