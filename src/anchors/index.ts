export { anchorFolder, newestInFolder, readAnchors } from './folder.ts';
export { timeStampAuthority } from './time-stamp-authority.ts';
