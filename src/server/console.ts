import type { ConsoleAddress } from '../admin/deps.ts';
import { isLoopback } from '../storage/postgres/inspect.ts';
import type { Settings } from './config/settings.ts';

export interface OperatorsConsole extends ConsoleAddress {
  /** Called when the admin listener listens. */
  listensAt(adminUrl: string): void;
}

/** The address of the operators' console for people: on this machine, or with the first configured name. */
export function operatorsConsole({ adminHost, console }: Settings): OperatorsConsole {
  const isLocal = isLoopback(adminHost);
  let listening: string | undefined;
  return {
    isLocal,
    listensAt(adminUrl) {
      listening = adminUrl;
    },
    url() {
      if (!console.enabled) return undefined;
      const [name] = console.names;
      if (!isLocal && name !== undefined) return `https://${name}/console/`;
      if (listening === undefined) throw new Error('the console has no address before the server listens');
      return `${listening}/console/`;
    },
  };
}
