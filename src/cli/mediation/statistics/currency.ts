import { CellError } from './cell-error.ts';

const DOLLARS = ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP'];

/** The currencies of the signs that exports write. */
const BY_SIGN: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  us$: ['USD'],
  a$: ['AUD'],
  au$: ['AUD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  nz$: ['NZD'],
  s$: ['SGD'],
  hk$: ['HKD'],
  nt$: ['TWD'],
  mx$: ['MXN'],
  r$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  'cn¥': ['CNY'],
  元: ['CNY', 'TWD'],
  円: ['JPY'],
  '₹': ['INR'],
  rs: ['INR', 'PKR', 'LKR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  tl: ['TRY'],
  '₩': ['KRW'],
  '₫': ['VND'],
  đ: ['VND'],
  '₪': ['ILS'],
  '₴': ['UAH'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  '฿': ['THB'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON'],
  лв: ['BGN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  fr: ['CHF'],
  rp: ['IDR'],
  rm: ['MYR'],
  r: ['ZAR'],
};

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currencies that a sign or a code can mean; undefined for other text. */
export function currenciesOf(sign: string): readonly string[] | undefined {
  if (CODES.has(sign.toUpperCase())) return [sign.toUpperCase()];
  const name = sign.toLowerCase().replace(/\.$/, '');
  return Object.hasOwn(BY_SIGN, name) ? BY_SIGN[name] : undefined;
}

/**
 * The currency of a sign: that of the row, else that of the account, else the only one. A lone $ is the US dollar.
 * @throws Mistake if the row has another one, or several could be meant
 */
export function currencyOf(sign: string, row: string | undefined, account: string): string {
  const currencies = currenciesOf(sign);
  if (!currencies) throw new CellError('is in no currency that is known');
  const [first = ''] = currencies;
  if (row !== undefined) {
    if (currencies.includes(row)) return row;
    throw new CellError(
      `is in ${currencies === DOLLARS ? 'dollars' : currencies.join(' or ')}, the row is in ${row}`,
    );
  }
  if (currencies.includes(account)) return account;
  if (currencies.length === 1 || currencies === DOLLARS) return first;
  throw new CellError(
    `is in ${currencies.join(' or ')}; name the currency in a profile, such as "constants": {"currency": "${first}"}`,
  );
}
