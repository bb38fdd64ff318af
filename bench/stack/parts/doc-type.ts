export const DOC_TYPE = 'org.iso.18013.5.1.mDL';
