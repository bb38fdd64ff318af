import type { Clock } from '../../conventions/time.ts';
import { type Certificate, certificatesFromPem, parseCertificate } from '../../formats/x509/index.ts';
import type { Settings } from '../config/settings.ts';
import { type ObserveFiles, readSettingFile, watched } from './setting-file.ts';

function authorities(pem: string): readonly Certificate[] {
  const all = certificatesFromPem(pem).map(parseCertificate);
  if (all.length === 0) throw new Error('it must have PEM certificates');
  return all;
}

/** The authorities that the files of `issuer.wallets` name; each file is read again when it changes. @throws SettingsError */
export function walletTrust(
  { issuer: { wallets } }: Settings,
  clock: Clock,
  observe: ObserveFiles = () => {},
) {
  const authoritiesIn = (member: 'walletTrust' | 'keyTrust'): (() => readonly Certificate[]) => {
    const path = wallets[member];
    if (path === undefined) return () => [];
    const name = `issuer.wallets.${member}`;
    return watched({
      files: [path],
      read: () => readSettingFile(name, path, authorities),
      clock,
      observe: (failure) => observe(name, failure),
    }).current;
  };
  return { wallets: authoritiesIn('walletTrust'), keys: authoritiesIn('keyTrust') };
}
