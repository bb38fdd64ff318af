import { PRE_AUTHORIZED_CODE } from '../../wallet/openid4vci/offer.ts';
import { NotRun } from '../deviation.ts';
import type { Hooks } from '../hooks/client.ts';

/** An offer as a wallet gets it, and the transaction code that the holder knows. */
interface TestOffer {
  readonly text: string;
  readonly txCode?: string | undefined;
}

interface Source {
  readonly issuer: string;
  /** Lines with an offer or a code, and with the transaction code of it. */
  readonly lines: readonly string[];
  readonly hooks: Hooks | undefined;
  /** The configuration of a code of which nothing else is known. */
  readonly configurationOf: (documentType: string | undefined) => Promise<string>;
}

/** An offer in JSON may have blanks itself. */
export function lineOf(line: string): TestOffer {
  const end = line.startsWith('{') ? line.lastIndexOf('}') + 1 : line.indexOf(' ');
  const txCode = end > 0 ? line.slice(end).trim() : '';
  return txCode === '' ? { text: line } : { text: line.slice(0, end), txCode };
}

const isCode = (text: string) => !text.startsWith('{') && !text.includes(':');

/** The offers of a run; each is used once. */
export function offersOf({ issuer, lines, hooks, configurationOf }: Source) {
  const left = lines.map(lineOf);

  async function offerFor(
    code: string,
    documentType: string | undefined,
    hasTxCode: boolean,
  ): Promise<string> {
    const grant = { 'pre-authorized_code': code, ...(hasTxCode && { tx_code: {} }) };
    return JSON.stringify({
      credential_issuer: issuer,
      credential_configuration_ids: [await configurationOf(documentType)],
      grants: { [PRE_AUTHORIZED_CODE]: grant },
    });
  }

  return async (hasTxCode: boolean): Promise<TestOffer> => {
    const at = left.findIndex(({ txCode }) => (txCode !== undefined) === hasTxCode);
    const [line] = at < 0 ? [] : left.splice(at, 1);
    if (line !== undefined) {
      const { text, txCode } = line;
      return { text: isCode(text) ? await offerFor(text, undefined, hasTxCode) : text, txCode };
    }
    if (hooks === undefined)
      throw new NotRun(hasTxCode ? 'needs an offer with a transaction code' : 'needs more offers');
    const asked = hasTxCode ? { txCode: true } : {};
    const { code, txCode, documentType } = await hooks.call('issueCode', asked);
    if (hasTxCode && txCode === undefined) throw new NotRun('needs an offer with a transaction code');
    return { text: await offerFor(code, documentType, hasTxCode), txCode };
  };
}
