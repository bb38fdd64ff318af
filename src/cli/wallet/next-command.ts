import { shellWord } from '../../server/process/own-command.ts';
import { DEFAULT_STATE, type WalletOptions } from './options.ts';

/** The next command for the same phone and server, with the options that it needs again. Headers are left out: they may be secrets. */
export function nextCommand(
  command: string,
  { state, context, plain, hpkeContext, clientCert, clientKey, ca }: WalletOptions,
): string {
  const kept = {
    '--state': state === DEFAULT_STATE ? undefined : state,
    '--context': context,
    '--hpke-context': hpkeContext,
    '--client-cert': clientCert,
    '--client-key': clientKey,
    '--ca': ca,
  };
  const options = Object.entries(kept).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${shellWord(value)}`,
  );
  return ['Next: diptych wallet', command, ...options, ...(plain ? ['--plain'] : [])].join(' ');
}
