import type { ConsoleAddress } from '../../admin/operation/deps.ts';
import { isLoopback } from '../../storage/postgres/inspect.ts';
import type { Settings } from '../config/settings.ts';
import { LOCAL, passkeyDomain } from './passkeys.ts';

interface OperatorsConsole extends Omit<ConsoleAddress, 'mediationUrl'> {
  /** Called when the admin listener listens. */
  listensAt(adminUrl: string): void;
  /** Undefined before the server listens. */
  port(): number | undefined;
}

/** An address that people can open: 0.0.0.0 and [::] are no addresses to open, and no certificate names them. */
export const openable = (url: string): string =>
  url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=[:/]|$)/, `//${LOCAL}`);

/** Without the port and the brackets of an IPv6 address. */
const hostOf = (name: string) => name.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/** The address of the operators' console: for people the first configured name that others reach, and here the listener's. */
export function operatorsConsole(settings: Settings): OperatorsConsole {
  const { adminHost, console } = settings;
  // Passkeys for localhost do not work at http://127.0.0.1.
  const isNamed = passkeyDomain(settings) === LOCAL;
  const isLocal = isLoopback(adminHost);
  let listening: string | undefined;
  const bound = () => {
    if (listening === undefined) throw new Error('the console has no address before the server listens');
    const { protocol, port } = new URL(listening);
    return isLocal && isNamed ? `${protocol}//${LOCAL}:${port}/console/` : `${openable(listening)}/console/`;
  };
  const name = console.names.find((one) => !isLoopback(hostOf(one)));
  const named = name === undefined ? bound : () => `https://${name}/console/`;
  const ifOn = (url: () => string) => () => (console.enabled ? url() : undefined);
  return {
    isLocal,
    listensAt(adminUrl) {
      listening = adminUrl;
    },
    port: () => (listening === undefined ? undefined : Number(new URL(listening).port)),
    url: ifOn(named),
    urlHere: ifOn(isLocal ? bound : named),
  };
}
