-- Apostrophes are searched as ', whichever one a keyboard types.
UPDATE bookings SET
  search_who = regexp_replace(search_who, '[‘’‛′ʹʻʼʽ`]', '''', 'g'),
  search_what = regexp_replace(search_what, '[‘’‛′ʹʻʼʽ`]', '''', 'g')
WHERE search_who || search_what ~ '[‘’‛′ʹʻʼʽ`]';
