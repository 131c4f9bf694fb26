-- Constructs of schemas in use, as MySQL and MariaDB have them.
CREATE TABLE `country` (`country_id` smallint unsigned NOT NULL AUTO_INCREMENT, `country` varchar(50) NOT NULL,
  `last_update` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (`country_id`)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE `city` (`city_id` smallint unsigned NOT NULL AUTO_INCREMENT, `city` varchar(50) NOT NULL, `country_id` smallint unsigned NOT NULL,
  PRIMARY KEY (`city_id`), KEY `idx_fk_country_id` (`country_id`),
  CONSTRAINT `fk_city_country` FOREIGN KEY (`country_id`) REFERENCES `country` (`country_id`) ON DELETE RESTRICT ON UPDATE CASCADE) ENGINE=InnoDB;
CREATE TABLE `film` (`film_id` smallint unsigned NOT NULL AUTO_INCREMENT, `title` varchar(128) NOT NULL, `release_year` year DEFAULT NULL,
  `rental_rate` decimal(4,2) NOT NULL DEFAULT 4.99, `length` smallint unsigned DEFAULT NULL CHECK (`length` > 0),
  `rating` enum('G','PG','PG-13','R','NC-17') DEFAULT 'G', `special_features` set('Trailers','Commentaries','Deleted Scenes') DEFAULT NULL,
  `hours` decimal(6,2) GENERATED ALWAYS AS (round(`length` / 60, 2)) STORED, PRIMARY KEY (`film_id`), KEY `idx_title` (`title`), FULLTEXT KEY `ft` (`title`)) ENGINE=InnoDB;
CREATE TABLE `film_text` (`film_id` smallint unsigned NOT NULL, `title` varchar(255) NOT NULL, PRIMARY KEY (`film_id`)) ENGINE=InnoDB;
DELIMITER ;;
CREATE TRIGGER `ins_film` AFTER INSERT ON `film` FOR EACH ROW BEGIN INSERT INTO film_text (film_id, title) VALUES (new.film_id, new.title); END;;
DELIMITER ;
CREATE TABLE `Playlist` (`PlaylistId` int NOT NULL AUTO_INCREMENT, `Name` varchar(120), PRIMARY KEY (`PlaylistId`));
CREATE TABLE `PlaylistFilm` (`PlaylistId` int NOT NULL, `FilmId` smallint unsigned NOT NULL, PRIMARY KEY (`PlaylistId`, `FilmId`),
  FOREIGN KEY (`PlaylistId`) REFERENCES `Playlist` (`PlaylistId`), FOREIGN KEY (`FilmId`) REFERENCES `film` (`film_id`));
CREATE TABLE `employees` (`id` int NOT NULL PRIMARY KEY, `reports_to` int DEFAULT NULL, `hired_on` date NOT NULL, `left_on` date DEFAULT NULL,
  `code` char(6) NOT NULL, `extra` json DEFAULT NULL, UNIQUE KEY `code` (`code`), FOREIGN KEY (`reports_to`) REFERENCES `employees` (`id`),
  CONSTRAINT `left_later` CHECK (`left_on` >= `hired_on`), CONSTRAINT `code_form` CHECK (`code` regexp '^[A-Z]{2}[0-9]{4}$'));
CREATE TABLE `wp_posts` (`ID` bigint unsigned NOT NULL AUTO_INCREMENT, `post_author` bigint unsigned NOT NULL DEFAULT 0, `post_status` varchar(20) NOT NULL DEFAULT 'publish',
  `post_parent` bigint unsigned NOT NULL DEFAULT 0, `post_date` datetime NOT NULL DEFAULT '1000-01-01 00:00:00', `comment_count` bigint NOT NULL DEFAULT 0, PRIMARY KEY (`ID`),
  KEY `type_status_date` (`post_status`,`post_date`,`ID`));
CREATE TABLE `catalog_price` (`entity_id` int unsigned NOT NULL, `customer_group_id` smallint unsigned NOT NULL, `qty` decimal(12,4) NOT NULL DEFAULT 1,
  `value` decimal(20,6) NOT NULL, `special` decimal(20,6) NOT NULL, PRIMARY KEY (`entity_id`,`customer_group_id`), CHECK (`special` <= `value`), CHECK (`qty` between 1 and 99));
CREATE TABLE `tokens` (`id` binary(16) NOT NULL PRIMARY KEY, `user_id` int NOT NULL, `kind` enum('access','refresh') NOT NULL, `is_revoked` tinyint(1) NOT NULL DEFAULT 0,
  `issued_at` datetime(3) NOT NULL, `expires_at` datetime(3) NOT NULL, UNIQUE KEY `one_a_kind` (`user_id`, `kind`), FOREIGN KEY (`user_id`) REFERENCES `employees` (`id`),
  CHECK (`expires_at` > `issued_at`));
