import type { Clock } from '../../conventions/time.ts';
import { type Certificate, certificatesFromPem, parseCertificate } from '../../formats/x509/index.ts';
import { SANDBOX_ROOT_CERTIFICATE } from '../../wallet/sandbox-root.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { sandboxRootIn } from './attestation.ts';
import { type ObserveFiles, readSettingFile, watchFile } from './setting-file.ts';

function parsed(pem: string): readonly Certificate[] {
  const all = certificatesFromPem(pem).map(parseCertificate);
  if (all.length === 0) throw new Error('it must have PEM certificates');
  return all;
}

const [sandboxRoot] = certificatesFromPem(SANDBOX_ROOT_CERTIFICATE);

export const WALLET_TRUST = ['walletTrust', 'keyTrust'] as const;
type Member = (typeof WALLET_TRUST)[number];

const settingOf = (member: Member): string => `issuer.wallets.${member}`;

export const sandboxAuthorityIn = (member: Member): string => sandboxRootIn(settingOf(member));

/** @throws SettingsError if the file cannot be read */
export const authoritiesIn = ({ issuer: { wallets } }: Settings, member: Member): readonly Certificate[] => {
  const path = wallets[member];
  return path === undefined ? [] : readSettingFile(settingOf(member), path, parsed);
};

/** Whether the file has the root by whose public key simulated wallets are attested. @throws SettingsError */
export const trustsSandboxAuthority = (settings: Settings, member: Member): boolean =>
  sandboxRoot !== undefined &&
  authoritiesIn(settings, member).some(({ der }) => Buffer.compare(der, sandboxRoot) === 0);

/** The authorities that the files of `issuer.wallets` name; each file is read again when it changes. @throws SettingsError */
export function walletTrust(settings: Settings, clock: Clock, observe: ObserveFiles = () => {}) {
  const trusted = (member: Member): (() => readonly Certificate[]) => {
    const path = settings.issuer.wallets[member];
    if (path === undefined) return () => [];
    return watchFile({
      files: [path],
      read() {
        // At the start this is reported with the other dangers. A later change of the file must not add the root either.
        if (settings.profile === 'production' && trustsSandboxAuthority(settings, member))
          throw new SettingsError([sandboxAuthorityIn(member)]);
        return authoritiesIn(settings, member);
      },
      clock,
      observe: (failure) => observe(settingOf(member), failure),
    }).current;
  };
  return { wallets: trusted('walletTrust'), keys: trusted('keyTrust') };
}
