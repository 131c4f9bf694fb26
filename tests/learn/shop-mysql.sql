-- As mysqldump writes it, with rows.
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `customers`;
CREATE TABLE `customers` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `email` varchar(190) NOT NULL,
  `name` varchar(80) NOT NULL,
  `zip` char(5) DEFAULT NULL,
  `status` enum('active','blocked') NOT NULL DEFAULT 'active',
  `flags` set('a','b','c') DEFAULT NULL,
  `is_verified` tinyint(1) NOT NULL DEFAULT '0',
  `credit` decimal(8,2) NOT NULL DEFAULT '0.00',
  `born` year DEFAULT NULL,
  `payload` json DEFAULT NULL,
  `created_at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `updated_at` datetime(3) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `email` (`email`),
  KEY `zip` (`zip`),
  CONSTRAINT `credit_ok` CHECK ((`credit` >= 0))
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4;
INSERT INTO `customers` VALUES (1,'real-secret@corp.example','A; B',NULL,'active',NULL,1,1.00,NULL,NULL,'2020-01-01 00:00:00',NULL);

CREATE TABLE `orders` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `customer_id` int unsigned NOT NULL,
  `code` varchar(12) NOT NULL,
  `total` decimal(10,2) NOT NULL,
  `paid` decimal(10,2) NOT NULL,
  `position` smallint unsigned NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `code` (`code`),
  UNIQUE KEY `place` (`customer_id`,`position`),
  CONSTRAINT `of_customer` FOREIGN KEY (`customer_id`) REFERENCES `customers` (`id`),
  CONSTRAINT `paid_ok` CHECK ((`paid` <= `total`))
) ENGINE=InnoDB;

CREATE TABLE `order_tags` (
  `order_id` bigint NOT NULL,
  `tag_id` tinyint unsigned NOT NULL,
  PRIMARY KEY (`order_id`,`tag_id`),
  CONSTRAINT `o` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`),
  CONSTRAINT `t` FOREIGN KEY (`tag_id`) REFERENCES `tags` (`id`)
) ENGINE=InnoDB;

CREATE TABLE `tags` (
  `id` tinyint unsigned NOT NULL AUTO_INCREMENT,
  `label` varchar(6) NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY (`label`)
) ENGINE=InnoDB;
