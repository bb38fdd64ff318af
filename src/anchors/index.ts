export { anchorFolder, newestInFolder, readAnchors } from './folder.ts';
export { timeStampAuthority } from './time-stamp-authority.ts';
export { witness } from './witness.ts';
