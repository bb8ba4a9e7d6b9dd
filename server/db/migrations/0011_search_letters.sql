-- Letters with a stroke, and two in one, are searched as whoever lacks them on the keyboard types them.
UPDATE bookings SET
  search_who = replace(replace(replace(replace(translate(search_who, 'ŁĐÐĦØŦ', 'LDDHOT'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS'),
  search_what = replace(replace(replace(replace(translate(search_what, 'ŁĐÐĦØŦ', 'LDDHOT'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS')
WHERE search_who || search_what ~ '[ŁĐÐĦØŦÆŒÞẞ]';
