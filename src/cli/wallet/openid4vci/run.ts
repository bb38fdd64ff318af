import type { VciPhone } from '../../../wallet/openid4vci/phone.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { print, writeError } from '../../output.ts';
import { nextCommand } from '../next-command.ts';
import { countOf, type WalletOptions } from '../options.ts';
import type { Options as PresentOptions } from '../presentation.ts';
import type { Outcome } from '../subcommand.ts';
import { offeredPhone, savedPhone } from './session.ts';

type Options = WalletOptions & {
  readonly count?: string;
  readonly event?: 'accepted' | 'failure' | 'deleted';
};

/** What is printed about a step, in a line. */
const line = (step: string, text: string) => `${step.padEnd(14)}${text}`;

const NOT_NOTIFIED = 'the issuer takes none';

const wantedBy = ({ count = '3' }: Options): number => countOf(count, 1);

/** Gets credentials, and says that they arrived. */
async function fetched(
  phone: VciPhone,
  { wanted, options }: { readonly wanted: number; readonly options: Options },
  before: readonly string[],
): Promise<Outcome> {
  const count = await phone.fetch(wanted);
  const isNotified = await phone.notify('credential_accepted');
  const { elementCount } = await import('./held-elements.ts');
  const { issuer, docType, credentials } = phone.state;
  const elements = elementCount(phone.state);
  return {
    answer: {
      channel: 'openid4vci',
      issuer,
      docType,
      elements,
      credentials: count,
      unused: credentials.length,
      isNotified,
    },
    text: [
      ...before,
      line('credential', `${count} credentials with ${elements} elements; ${credentials.length} are unused`),
      line('notification', isNotified ? 'credential_accepted' : NOT_NOTIFIED),
      nextCommand('present --elements family_name,birth_date', options),
    ].join('\n'),
  };
}

/** The holder opens the address, and writes where the browser was sent back to the standard input. */
async function visit(address: string): Promise<string> {
  const { readLine } = await import('../../secret-input.ts');
  writeError(
    `Open this address in a browser, and paste here the one to which it is sent back:\n${address}\n`,
  );
  return readLine('address to which the browser was sent back');
}

async function provision(options: Options): Promise<Outcome> {
  const wanted = wantedBy(options);
  const { phone, offer } = await offeredPhone(options);
  const { issuer, docType } = phone.state;
  const before = [line('offer', `${docType} of ${issuer}`)];
  if (offer.code === undefined) await phone.authorize(offer.issuerState, visit);
  else {
    if (offer.asksTxCode && options.txCode === undefined)
      throw new UsageError('the offer asks for a transaction code: use --tx-code');
    await phone.redeem(offer.code, options.txCode);
  }
  const { refreshToken } = phone.state;
  const again = refreshToken === undefined ? 'no refresh token' : 'with a refresh token';
  return fetched(phone, { wanted, options }, [
    ...before,
    line('token', `bound to the key of this phone, ${again}`),
  ]);
}

async function refresh(options: Options): Promise<Outcome> {
  const wanted = wantedBy(options);
  const phone = await savedPhone(options);
  await phone.refresh();
  return fetched(phone, { wanted, options }, [line('token', 'refreshed')]);
}

const notifying = (eventOf: (options: Options) => Options['event']) => async (options: Options) => {
  const phone = await savedPhone(options);
  const event = `credential_${eventOf(options) ?? 'accepted'}` as const;
  const isNotified = await phone.notify(event);
  const text = line(
    'notification',
    isNotified ? event : 'there is no batch to tell about, or the issuer takes none',
  );
  return { answer: { event, isNotified }, text };
};

async function present(options: Options): Promise<Outcome> {
  const phone = await savedPhone(options);
  const { heldElements } = await import('./held-elements.ts');
  const { presentTo } = await import('../presentation.ts');
  const presenter = { held: heldElements(phone.state), present: phone.present };
  return presentTo(presenter, options as Options & PresentOptions);
}

const PARTS: Readonly<Record<string, (options: Options) => Promise<Outcome>>> = {
  provision,
  refresh,
  present,
  notify: notifying(({ event }) => event),
  delete: notifying(() => 'deleted'),
};

/** Runs a command with the phone by OpenID4VCI. */
export async function runVci(name: string, options: Options): Promise<void> {
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (part === undefined)
    throw new UsageError(`OpenID4VCI has no step ${name}; its commands are ${Object.keys(PARTS).join(', ')}`);
  if (options.fault !== undefined) {
    const { commitVciFault } = await import('./commit-fault.ts');
    return commitVciFault(options.fault, name, options);
  }
  const { answer, text, isRefused } = await part(options);
  print(answer, options, () => text);
  if (isRefused) process.exitCode = EXIT.failed;
}
