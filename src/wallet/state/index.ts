export { StateFileError, type StateFileErrorCode } from './error.ts';
export { formatWallet, parseWallet, readWallet, type Wallet, writeWallet } from './wallet-file.ts';
