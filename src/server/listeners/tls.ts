import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock } from '../../conventions/time.ts';
import type { ListenerTls, TlsCredentials } from '../../http/tls.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type ObserveFiles, readSettingFile, watchFile } from '../files/setting-file.ts';
import { issuerCallers } from '../issuer/issuer-callers.ts';

type TlsSettings = Settings['tls'];

/** Settings with the two files of a listener. */
interface TlsFiles {
  /** The group of settings: `tls`, `issuer.tls`. */
  readonly setting: string;
  readonly certificate: string;
  readonly key: string;
}

/** Undefined without TLS. @throws SettingsError if only one of the two files is named */
export function tlsFiles(setting: string, { certificate, key }: TlsSettings): TlsFiles | undefined {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw new SettingsError([
      `${setting}: the certificate or its key is missing; name both, ${setting}.certificate and ${setting}.key`,
    ]);
  return { setting, certificate, key };
}

/** The certificate of the issuer listener; by default that of the public listener. */
export function issuerTlsFiles({ issuer, tls }: Settings): TlsFiles | undefined {
  return tlsFiles('issuer.tls', issuer.tls) ?? tlsFiles('tls', tls);
}

/** The files of all listeners; listeners that share files count once. */
export function tlsFilesOf(settings: Settings): readonly TlsFiles[] {
  const issuer = settings.issuer.port === undefined ? undefined : issuerTlsFiles(settings);
  const all = [tlsFiles('tls', settings.tls), issuer, tlsFiles('adminTls', settings.adminTls)];
  const byCertificate = new Map(all.flatMap((files) => (files ? [[files.certificate, files] as const] : [])));
  return [...byCertificate.values()];
}

/** The current contents of both files. @throws SettingsError if the key does not belong to the certificate */
export function readTlsFiles({ setting, certificate, key }: TlsFiles): TlsCredentials {
  const chain = readSettingFile(`${setting}.certificate`, certificate, (cert) => ({
    cert,
    own: new X509Certificate(cert),
  }));
  const pair = readSettingFile(`${setting}.key`, key, (text) => ({
    text,
    privateKey: createPrivateKey(text),
  }));
  if (!chain.own.checkPrivateKey(pair.privateKey)) {
    throw new SettingsError([
      `${setting}.key (${key}) is not the key of the first certificate in ${certificate}; put that one first`,
    ]);
  }
  return { cert: chain.cert, key: pair.text };
}

export type Transport = ReturnType<typeof createTransport>;

/**
 * TLS of the three listeners and the callers of the issuer panel, from files that are read again when they change.
 */
export function createTransport(settings: Settings, clock: Clock, observe: ObserveFiles) {
  const reloads: (() => void)[] = [];

  const listenerTls = (files: TlsFiles | undefined, asksForCertificate = false): ListenerTls | undefined => {
    if (files === undefined) return undefined;
    const { setting, certificate, key } = files;
    const { current, reload } = watchFile({
      files: [certificate, key],
      read: () => readTlsFiles(files),
      clock,
      observe: (failure) => observe(setting, failure),
    });
    reloads.push(reload);
    return { credentials: current, asksForCertificate };
  };

  const callers = issuerCallers(settings, clock, observe);
  reloads.push(callers.reload);
  return {
    callers: callers.check,
    panels: listenerTls(tlsFiles('tls', settings.tls)),
    admin: listenerTls(tlsFiles('adminTls', settings.adminTls)),
    /**
     * Only this listener requests client certificates. On the others, browsers would ask their users for one.
     */
    issuer:
      settings.issuer.port === undefined
        ? undefined
        : listenerTls(issuerTlsFiles(settings), settings.issuer.callers.pins.length > 0),
    reload(): void {
      for (const reload of reloads) reload();
    },
  };
}
