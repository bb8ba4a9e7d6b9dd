/** For search: phones type `’` for the apostrophe, and people's names have others. */
export const plainApostrophes = (text: string) => text.replaceAll(/[‘’‛′ʹʻʼʽ`´]/g, "'")
